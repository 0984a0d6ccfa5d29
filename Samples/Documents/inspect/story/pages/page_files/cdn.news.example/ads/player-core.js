document.getElementById("player").textContent = "The film"
