// Shows the page soon, also where modules cannot run: the page is hidden until its first answer, so that it is laid out once.
setTimeout(() => { document.body.hidden = false }, 300)
