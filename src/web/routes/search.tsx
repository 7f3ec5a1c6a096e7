export default function Page() {
  return <h1>Kërko</h1>;
}
