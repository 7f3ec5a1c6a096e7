/**
 * Fetches the page's scripts once its first photo stands, or somebody touches the page. Side by side they take the line
 * from the photo: on a slow one it came a second later. What is pressed before the scripts answer is done again
 * (before-awake.ts). A hidden tab paints nothing, and a photo may never come: then two seconds are the limit.
 * The photo stands when the browser tells that it is on the screen (its largest paint so far), not when a frame with it
 * has been begun: between the two a processor that draws by itself takes up to a quarter of a second, in which the scripts
 * would come after all. What is larger than what is seen of the photo counts as well: of the photo nothing is told then. A
 * browser that tells no such thing gets two frames.
 * The large parts are run one by one, each in a task of its own: all at once they keep a slow phone from answering for a
 * tenth of a second and more.
 * The server writes the page's module script and its preloads as what no browser loads (entry.server.tsx).
 */
/** ms after two frames: then the photo is on the screen, or something larger was there before it. */
const LONGEST_PAINT = 1000;

// It has run by the time React takes the page over, which leaves it as it is: browsers need not load it again.
export const START_LATE = import.meta.env.SSR
  ? `{let begun=false;const begin=()=>{if(begun)return;begun=true;for(const link of document.querySelectorAll("link[rel=later]"))link.rel="modulepreload";step()},parts=["framework","shell","results"],step=()=>{const part=parts.shift();if(!part){const script=document.createElement("script");script.type="module";script.textContent=document.querySelector('script[type="text/later"]').textContent;document.head.append(script);script.remove();return}const link=document.querySelector('link[href^="/assets/'+part+'-"]'),next=()=>setTimeout(step);link?import(link.href).then(next,next):step()},photo=document.querySelector("img[fetchpriority=high]"),seen=()=>{const{left,top,right,bottom}=photo.getBoundingClientRect(),within=(from,to,end)=>Math.max(0,Math.min(to,end)-Math.max(from,0));return within(left,right,innerWidth)*within(top,bottom,innerHeight)},there=()=>{const tells=globalThis.PerformanceObserver?.supportedEntryTypes?.includes("largest-contentful-paint");requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin,tells?${LONGEST_PAINT}:0)));if(tells)new PerformanceObserver((list)=>{if(list.getEntries().some(({element,size})=>!photo||element===photo||size>seen()))setTimeout(begin)}).observe({type:"largest-contentful-paint",buffered:true})};if(!photo||photo.complete)there();else for(const type of["load","error"])photo.addEventListener(type,there);for(const type of["pointerdown","keydown"])addEventListener(type,begin,{capture:true,once:true,passive:true});setTimeout(begin,2000)}`
  : "";
