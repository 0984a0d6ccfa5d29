onmessage = ({ data }) => postMessage({ square: data * data, keys: Object.keys(self).length > 0 });
