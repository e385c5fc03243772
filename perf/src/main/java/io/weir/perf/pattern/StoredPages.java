package io.weir.perf.pattern;

import io.weir.perf.target.WrongAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * The bytes of the pages that a server uses, from its {@code /metrics}. Belongs to one thread,
 * which blocks.
 */
final class StoredPages {

  private static final String METER = "weir_shard_page_bytes";
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final int MOST_LOOKS = 100;

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI metrics;

  StoredPages(int port) {
    this.metrics = URI.create("http://127.0.0.1:" + port + "/metrics");
  }

  /**
   * Returns the bytes when they no longer change: pages of old versions are freed a moment after a
   * write.
   */
  long bytes() throws IOException {
    var before = look();
    for (var i = 0; i < MOST_LOOKS; i++) {
      Mono.delay(BETWEEN_LOOKS).block();
      var now = look();
      if (now == before) {
        return now;
      }
      before = now;
    }
    return before;
  }

  private long look() throws IOException {
    try {
      var answer = client.send(
          HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString());
      return parse(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the metrics were read", e);
    }
  }

  /**
   * Returns the sum of the meter over all shards. Fails with {@link WrongAnswer} if no line has it.
   */
  static long parse(String text) {
    var values = text.lines()
        .filter(line -> line.startsWith(METER))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .toArray();
    if (values.length == 0) {
      throw new WrongAnswer("metrics without=" + METER);
    }
    var sum = 0.0;
    for (var value : values) {
      sum += value;
    }
    return (long) sum;
  }
}
