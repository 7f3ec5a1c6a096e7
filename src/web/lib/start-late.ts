/**
 * Fetches the page's scripts once its first photo stands, or somebody touches the page. Side by side they take the line
 * from the photo: on a slow one it came a second later. What is pressed before the scripts answer is done again
 * (before-awake.ts). A hidden tab paints nothing, and a photo may never come: then two seconds are the limit.
 * The large parts are run one by one, each in a task of its own: all at once they keep a slow phone from answering for a
 * tenth of a second and more.
 * The server writes the page's module script and its preloads as what no browser loads (entry.server.tsx).
 */
// It has run by the time React takes the page over, which leaves it as it is: browsers need not load it again.
export const START_LATE = import.meta.env.SSR
  ? `{let begun=false;const begin=()=>{if(begun)return;begun=true;for(const link of document.querySelectorAll("link[rel=later]"))link.rel="modulepreload";step()},parts=["framework","shell","results"],step=()=>{const part=parts.shift();if(!part){const script=document.createElement("script");script.type="module";script.textContent=document.querySelector('script[type="text/later"]').textContent;document.head.append(script);script.remove();return}const link=document.querySelector('link[href^="/assets/'+part+'-"]'),next=()=>setTimeout(step);link?import(link.href).then(next,next):step()},painted=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin)));const photo=document.querySelector("img[fetchpriority=high]");if(!photo||photo.complete)painted();else for(const type of["load","error"])photo.addEventListener(type,painted);for(const type of["pointerdown","keydown"])addEventListener(type,begin,{capture:true,once:true,passive:true});setTimeout(begin,2000)}`
  : "";
