window.metrics = { send: function () {} };
