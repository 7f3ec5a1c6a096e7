export default function Page() {
  return <h1>Edito</h1>;
}
