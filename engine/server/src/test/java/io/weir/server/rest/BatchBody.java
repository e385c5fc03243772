package io.weir.server.rest;

import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Builds transactions as clients write them and reads their responses. */
final class BatchBody {

  static final String TYPE = "multipart/mixed; boundary=batch_A";

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");
  private static final Pattern ETAG = Pattern.compile("(?i)^etag: (.*)$", Pattern.MULTILINE);

  private BatchBody() {}

  /** Returns an operation with the given text after its request line: headers, blank line, body. */
  static String operation(TestServer server, String method, String resource, String rest) {
    return method + " " + server.accountUrl() + resource + " HTTP/1.1\r\n" + rest;
  }

  static String insert(TestServer server, String partition, String row) {
    return operation(
        server,
        "POST",
        "/Batched",
        "Content-Type: application/json\r\nAccept: application/json;odata=nometadata\r\n"
            + "Prefer: return-no-content\r\nDataServiceVersion: 3.0\r\n\r\n"
            + "{\"PartitionKey\":\"" + partition + "\",\"RowKey\":\"" + row + "\",\"N\":1}");
  }

  static String changeSet(String... operations) {
    return changeSet(Arrays.asList(operations));
  }

  static String changeSet(List<String> operations) {
    var parts = operations.stream()
        .map(operation -> "--changeset_B\r\nContent-Type: application/http\r\n"
            + "Content-Transfer-Encoding: binary\r\n\r\n" + operation + "\r\n")
        .collect(Collectors.joining());
    return "--batch_A\r\nContent-Type: multipart/mixed; boundary=changeset_B\r\n\r\n" + parts
        + "--changeset_B--\r\n--batch_A--\r\n";
  }

  static HttpResponse<String> send(TestServer server, String body) {
    return TestRequest.post(server, "/$batch", body)
        .header("Content-Type", TYPE)
        .send();
  }

  static List<Integer> statuses(HttpResponse<String> answer) {
    return STATUS
        .matcher(answer.body())
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .toList();
  }

  static List<String> etags(HttpResponse<String> answer) {
    return ETAG.matcher(answer.body())
        .results()
        .map(found -> found.group(1).strip())
        .toList();
  }
}
