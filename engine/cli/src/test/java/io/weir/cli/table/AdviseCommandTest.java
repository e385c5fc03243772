package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.ServedStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice through the command line, of a service on disk. */
final class AdviseCommandTest {

  private static final String ONE_MISSING = "weir_advice{kind=\"missingIndex\"} 1.0";

  /** One is enough unless the machine is so slow that the count needs several turns of its loop. */
  private static final int MOST_LOOKS = 20;

  @TempDir
  Path folder;

  @Test
  void theAdvisedIndexIsDeclaredByItsOwnTextAndEndsTheAdvice() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 1_000);
      for (var i = 0; i < 12; i++) {
        ask(served);
      }
      assertThat(ask(served).err()).contains("table scan of");

      var advised = run(served, 0, "advise", "Birds");
      assertThat(advised.out())
          .contains("Birds: Queries that compare Number read many entities for each one")
          .contains(
              "  evidence  answers=13 scanned=13000 returned=13 path=TABLE_SCAN equal=Number\n")
          .contains("  pattern   api/patterns/pages/index-tables.md\n")
          .contains("one in 64 ordinary requests");
      var command = advised
          .out()
          .lines()
          .filter(line -> line.startsWith("  run       weir "))
          .findFirst()
          .orElseThrow();
      assertThat(runAsPrinted(command.substring("  run       weir ".length())).out())
          .contains("Queries use the index By_Number of 1,000 entries.");

      assertThat(ask(served).err()).contains("index lookup By_Number");
      assertThat(run(served, 0, "advise", "Birds").out()).startsWith("No advice.\n");
      assertThat(run(served, 0, "advise").out()).startsWith("No advice.\n");
    }
  }

  private static Transcript ask(ServedStore served) {
    return run(
        served, 0, "query", "Birds", "--filter", "Number eq 7", "--explain", "--select", "Number");
  }

  @Test
  void theMetricsCountTheAdvice() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 1_000);
      for (var i = 0; i < 12; i++) {
        ask(served);
      }

      var client = HttpClient.newHttpClient();
      assertThat(metrics(client, served)).as("a look begins the count").contains("weir_advice{");
      var counted = "";
      for (var looks = 0; looks < MOST_LOOKS && !counted.contains(ONE_MISSING); looks++) {
        run(served, 0, "advise"); // the loops answer it after the count, which asked them before
        counted = metrics(client, served);
      }
      assertThat(counted)
          .contains(ONE_MISSING)
          .contains("weir_advice{kind=\"appendOnlyKeys\"} 0.0");
    }
  }

  private static String metrics(HttpClient client, ServedStore served)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(served.origin() + "/metrics")).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void theAnswerIsPrintedAsItIs() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insert("Birds", 3);

      assertThat(run(served, 0, "advise", "Birds", "--json").out())
          .startsWith("{\"observing\":true,\"every\":64,\"seconds\":")
          .endsWith(",\"advice\":[]}\n");
    }
  }

  @Test
  void aServiceThatObservesNothingSaysSo() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"), "--observe", "off")) {
      served.insert("Birds", 3);

      assertThat(run(served, 0, "advise").out())
          .contains("No advice.")
          .contains("--observe off: only the sizes of partitions are known");
    }
  }

  @Test
  void aMistakeIsNamed() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      assertThat(run(served, 1, "advise", "Fish").err()).contains("TableNotFound");
      assertThat(run(served, 2, "advise", "1st").err()).contains("no name of a table");
    }
  }

  private static Transcript run(ServedStore served, int expected, String... arguments) {
    var transcript = new Transcript();
    var all = Stream.concat(Arrays.stream(arguments), Stream.of("--endpoint", served.url()))
        .toArray(String[]::new);
    assertThat(transcript.run(Map.of(), all)).as(transcript.err()).isEqualTo(expected);
    return transcript;
  }

  private static Transcript runAsPrinted(String command) {
    var transcript = new Transcript();
    assertThat(transcript.run(Map.of(), command.split(" ", -1)))
        .as(command + transcript.err())
        .isZero();
    return transcript;
  }
}
