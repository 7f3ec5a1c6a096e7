export default function Page() {
  return <h1>Regjistrohu</h1>;
}
