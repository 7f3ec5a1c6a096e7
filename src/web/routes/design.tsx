export default function Page() {
  return <h1>Design</h1>;
}
