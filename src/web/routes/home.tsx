export default function Page() {
  return <h1>Ballina</h1>;
}
