// The search of the documentation.
const root = document.currentScript.dataset.root
const field = document.getElementById('search')
const list = document.getElementById('found')
let loading

// load returns the sections of all pages, which sections.js has.
function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = root + 'sections.js'
    script.onload = () => resolve(sections.map(s => ({ ...s, title: (s.p + ' ' + (s.h ?? '')).toLowerCase(), text: s.t.toLowerCase() })))
    script.onerror = () => reject(new Error('sections.js is missing'))
    document.head.append(script)
  })
  return loading
}

// score counts a word in the title as five in the text; 0 unless the section has all words.
function score(section, words) {
  let sum = 0
  for (const word of words) {
    const here = (section.title.includes(word) ? 5 : 0) + Math.min(section.text.split(word).length - 1, 4)
    if (here === 0) return 0
    sum += here
  }
  return sum
}

function show(section, words) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = root + section.u
  link.textContent = section.h ? section.p + ': ' + section.h : section.p
  const before = section.text.indexOf(words[0]) - 40
  const start = before > 0 ? section.t.indexOf(' ', before) + 1 : 0 // of a word
  const around = document.createElement('p')
  around.textContent = section.t.slice(start, start + 120)
  item.append(link, around)
  return item
}

field.addEventListener('input', async () => {
  const asked = field.value
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  const all = words.length > 0 ? await load() : []
  if (field.value !== asked) return // somebody typed on
  const found = all.map(s => [score(s, words), s]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]).slice(0, 12)
  list.replaceChildren(...found.map(([, s]) => show(s, words)))
  list.hidden = words.length === 0
  if (words.length > 0 && found.length === 0) list.append('Nothing has all these words.')
})
