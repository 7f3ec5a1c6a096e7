export default function Page() {
  return <h1>Shitjet</h1>;
}
