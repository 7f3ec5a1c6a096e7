export default function Page() {
  return <h1>Hyr</h1>;
}
