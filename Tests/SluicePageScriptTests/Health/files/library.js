function add() { return Array.prototype.reduce.call(arguments, (sum, one) => sum + one, 0); }
