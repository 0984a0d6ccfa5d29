(function () {})();
