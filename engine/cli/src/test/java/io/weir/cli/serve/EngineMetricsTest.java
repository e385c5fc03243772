package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A served store publishes the engine's meters next to those of the requests. */
final class EngineMetricsTest {

  @TempDir
  Path folder;

  @Test
  void writesCountForTheLogAndTheirShard() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      var before = new Scrape(served.origin());
      served.insert("Birds", 100);
      var after = new Scrape(served.origin());

      assertThat(before.sum("weir_store_writable")).isEqualTo(1);
      assertThat(after.sum("weir_log_records_total") - before.sum("weir_log_records_total"))
          .isGreaterThanOrEqualTo(100);
      assertThat(after.sum("weir_log_groups_total")).isPositive();
      assertThat(after.sum("weir_log_force_seconds_count")).isPositive();
      assertThat(after.sum("weir_log_force_seconds_sum")).isPositive();
      assertThat(after.sum("weir_log_durable_position"))
          .isGreaterThan(before.sum("weir_log_durable_position"));
      assertThat(after.sum("weir_shard_page_bytes"))
          .isGreaterThan(before.sum("weir_shard_page_bytes"));
      assertThat(after.sum("weir_shard_queue_depth")).isZero();
      assertThat(after.sum("weir_shard_refused")).isZero();
      assertThat(after.sum("weir_pages_damaged_total")).isZero();
      assertThat(after.sum("weir_shards_rebuilt_total")).isZero();
      assertThat(after.text).contains("weir_shard_pages{shard=\"0\"}");
      assertThat(after.text)
          .contains("weir_requests_seconds_count{operation=\"WriteEntity\",status=\"200\"}");
    }
  }

  @Test
  void jointCommitsAreCounted() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"))) {
      served.insertJointly("Birds", 3);

      assertThat(new Scrape(served.origin()).sum("weir_joint_commits_total")).isEqualTo(1);
    }
  }

  @Test
  void searchesAreMeasured() throws Exception {
    try (var served = ServedStore.serve(folder.resolve("store"));
        var client = WeirClient.builder().endpoint(served.url()).connect()) {
      var before = new Scrape(served.origin());
      assertThat(before.sum("weir_searches")).isZero();
      assertThat(before.sum("weir_search_bytes")).isZero();
      served.insert("Birds", 3);
      var table = new TableName("Birds");
      var owl = Entity.builder("Owls", "1").set("Name", "owl").build();
      client.write(table, new Write.Insert(owl)).block();
      client.searches().declare(table, SearchDefinition.of("Name")).block();
      client
          .searches()
          .status(table)
          .repeatWhen(done -> done.delayElements(Duration.ofMillis(20)))
          .takeUntil(status -> status.state() == SearchState.READY)
          .blockLast();

      var after = new Scrape(served.origin());
      assertThat(after.sum("weir_searches")).isEqualTo(1);
      assertThat(after.sum("weir_search_documents")).isEqualTo(1);
      assertThat(after.sum("weir_search_bytes")).isPositive();
      assertThat(after.sum("weir_search_lag_seconds")).isLessThan(60);
      assertThat(after.sum("weir_search_lag_bytes")).isNotNegative();
      assertThat(after.sum("weir_searches_building")).isZero();
      assertThat(after.sum("weir_searches_failed")).isZero();
      assertThat(after.sum("weir_search_failures_total")).isZero();
    }
  }

  private static final class Scrape {

    private final String text;

    Scrape(String origin) throws Exception {
      text = HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(origin + "/metrics")).build(),
              BodyHandlers.ofString())
          .body();
    }

    /** Returns the sum over all labels. Fails if no meter has the name. */
    double sum(String name) {
      var found = Pattern.compile("(?m)^" + name + "(\\{.*})? (\\S+)$").matcher(text);
      var values = found.results().map(line -> Double.valueOf(line.group(2))).toList();
      assertThat(values).as(name).isNotEmpty();
      return values.stream().mapToDouble(value -> value).sum();
    }
  }
}
