export default function Page() {
  return <h1>Vetura</h1>;
}
