export default function Page() {
  return <h1>Shit</h1>;
}
