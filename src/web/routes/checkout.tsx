export default function Page() {
  return <h1>Pagesa</h1>;
}
