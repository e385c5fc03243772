package io.weir.cli.demo;

import io.weir.api.wire.SharedKey;
import io.weir.cli.options.SignedRequest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Shell lines for a person to paste while the demo serves. Each carries a signature that is valid
 * for 15 minutes.
 */
final class CurlExamples {

  private static final String JSON = " -H 'Accept: application/json;odata=nometadata'";

  private final String url;
  private final SharedKey key;
  private final Clock clock;
  private final List<String> lines = new ArrayList<>();

  private CurlExamples(String url, SharedKey key, Clock clock) {
    this.url = url;
    this.key = key;
    this.clock = clock;
  }

  /** The lines, comments among them. */
  static List<String> of(String url, SharedKey key, Clock clock) {
    var examples = new CurlExamples(url, key, clock);
    examples.write();
    return List.copyOf(examples.lines);
  }

  private void write() {
    lines.add(
        "Try it. These lines are signed, which is good for 15 minutes; for new ones: weir sign URL | curl -sK -");
    add("The tables", "/Tables", JSON);
    add(
        "Three strikes of Texas",
        "/Birdstrikes()",
        JSON + " -G --data-urlencode \"\\$filter=PartitionKey eq 'Texas'\" -d '$top=3'");
    add(
        "All of them, streamed over HTTP/2, a line each, and the last line says that it is complete",
        "/Birdstrikes()",
        " --http2-prior-knowledge -H 'Accept: application/x-ndjson' | tail -3");
    add(
        "A table of your own",
        "/Tables",
        JSON + " -H 'Content-Type: application/json' -d '{\"TableName\":\"Mine\"}'");
    add(
        "An entity in it",
        "/Mine",
        JSON
            + " -H 'Content-Type: application/json' -d '{\"PartitionKey\":\"a\",\"RowKey\":\"1\",\"Seen\":\"owl\",\"Count\":2}'");
    add("What it holds", "/Mine()", JSON);
    lines.add("");
  }

  private void add(String title, String path, String arguments) {
    var signed = SignedRequest.of(url + path, key, clock);
    lines.add("");
    lines.add("# " + title);
    lines.add("curl -sS '" + signed.url() + "' -H 'x-ms-date: " + signed.date()
        + "' -H 'Authorization: " + signed.authorization() + "'" + arguments);
  }
}
