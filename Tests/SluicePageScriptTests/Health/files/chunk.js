(window.chunks = window.chunks || []).push(["late", { late: function (module) { module.exports = { name: "late " + module.id }; } }]);
