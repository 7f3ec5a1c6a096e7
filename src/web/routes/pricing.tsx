export default function Page() {
  return <h1>Çmimi</h1>;
}
