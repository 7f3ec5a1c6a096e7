export default function Page() {
  return <h1>Fjalëkalimi</h1>;
}
