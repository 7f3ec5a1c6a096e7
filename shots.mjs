import { chromium } from '@playwright/test';
const base='http://localhost:4170';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
async function ctx(w,email){const c=await b.newContext({viewport:{width:w,height:w<500?844:900},isMobile:w<500,hasTouch:w<500,locale:'sq-XK'});
 if(email){const r=await c.request.post(base+'/api/login',{data:{email,password:'vetura-demo-1'}});if(!r.ok())console.log(email,r.status(),await r.text());}
 return c;}
const jobs=JSON.parse(process.argv[2]);
for(const [name,path,email] of jobs) for(const w of [390,1440]){const c=await ctx(w,email);const p=await c.newPage();p.on('console',m=>{if(m.type()==='error')console.log(name,m.text())});await p.goto(base+path,{waitUntil:'networkidle'});await p.waitForTimeout(800);
 const h=await p.evaluate(()=>{const h=document.documentElement.scrollHeight;return [h,document.documentElement.scrollWidth]});console.log(name,w,h.join('x'));
 await p.screenshot({path:`/tmp/shot-${name}-${w}.png`,fullPage:true});await c.close();}
await b.close();
