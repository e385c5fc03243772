// The query of a view in other languages.

import { html, useState } from "../vendor/preact-htm.js";
import { Copy } from "./copy.js";
import { Dialog } from "./dialog.js";

export function Snippets({ account, table, query, onClose }) {
  const [language, setLanguage] = useState("curl");
  const text = WRITERS[language]({ account, table, endpoint: `${location.origin}/${account}`, ...query }) + untested(query.words, language);
  return html`<${Dialog} title="The same query as code" wide onClose=${onClose}>
    <fieldset class="choice">
      <legend>Language</legend>
      ${Object.keys(WRITERS).map(
        (name) => html`<label><input type="radio" name="language" checked=${language === name} onChange=${() => setLanguage(name)} /><span>${name}</span></label>`,
      )}
    </fieldset>
    <pre class="code" tabindex="0"><code>${text}</code></pre>
    <footer><${Copy} text=${text} /></footer>
  <//>`;
}

const WRITERS = { curl: curl, Java: java, JavaScript: javaScript, "C#": cSharp };

function shell(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function curl({ endpoint, table, filter, order }) {
  return [
    `weir sign ${shell(`${endpoint}/${table}()`)} | curl -sSK - -G -H 'Accept: application/x-ndjson'`,
    filter && `  --data-urlencode ${shell(`$filter=${filter}`)}`,
    order && `  --data-urlencode ${shell(`$orderby=${order}`)}`,
  ]
    .filter(Boolean)
    .join(" \\\n");
}

function java({ endpoint, table, filter, order }) {
  const query = [
    "Query.ALL",
    filter && `.where(${JSON.stringify(filter)})`,
    order && (order === "PartitionKey desc,RowKey desc" ? ".descending()" : `.orderBy(${order.split(",").map(sortOf).join(", ")})`),
  ]
    .filter(Boolean)
    .join("\n        ");
  return `try (var weir = WeirClient.builder().endpoint(${JSON.stringify(endpoint)}).key(System.getenv("WEIR_KEY")).connect()) {
  weir.query(new TableName(${JSON.stringify(table)}), ${query})
      .doOnNext(System.out::println)
      .blockLast();
}`;
}

function sortOf(part) {
  const [name, direction] = part.trim().split(" ");
  return `SortProperty.${direction === "desc" ? "descending" : "ascending"}(${JSON.stringify(name)})`;
}

function javaScript({ endpoint, account, table, filter, order }) {
  return `import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const credential = new AzureNamedKeyCredential(${JSON.stringify(account)}, process.env.WEIR_KEY);
const table = new TableClient(${JSON.stringify(endpoint)}, ${JSON.stringify(table)}, credential${location.protocol === "http:" ? ", { allowInsecureConnection: true }" : ""});
for await (const entity of table.listEntities(${filter ? `{ queryOptions: { filter: ${JSON.stringify(filter)} } }` : ""})) {
  console.log(entity);
}${unordered(order, "//")}`;
}

function cSharp({ endpoint, account, table, filter, order }) {
  return `using Azure.Data.Tables;

var credential = new TableSharedKeyCredential(${JSON.stringify(account)}, Environment.GetEnvironmentVariable("WEIR_KEY"));
var table = new TableClient(new Uri(${JSON.stringify(endpoint)}), ${JSON.stringify(table)}, credential);
await foreach (var entity in table.QueryAsync<TableEntity>(${filter ? `filter: ${JSON.stringify(filter)}` : ""}))
{
    Console.WriteLine($"{entity.PartitionKey} {entity.RowKey}");
}${unordered(order, "//")}`;
}

// The public clients have no option for the order of an answer.
function unordered(order, comment) {
  return order ? `\n${comment} This client cannot ask for the order ${order}.` : "";
}

// The service has no test of every property: the console makes it, entity by entity.
function untested(words, language) {
  return words ? `\n${language === "curl" ? "#" : "//"} Keep those that have ${JSON.stringify(words)} in a text property: the service cannot test all properties.` : "";
}
