const core = document.createElement("script")
core.src = "https://cdn.news.example/ads/player-core.js"
document.body.append(core)
