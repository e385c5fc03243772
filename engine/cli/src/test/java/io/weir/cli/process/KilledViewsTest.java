package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewStatus;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program that keeps a view is killed with SIGKILL at random moments while writers write, another
 * one takes its place, and then the server is killed under it; round after round on one store.
 * Afterwards every aggregate is exactly what the stored employees imply.
 *
 * <p>{@code -Dweir.kill.rounds=20} sets the number of rounds; the torture profile runs 200.
 */
@Tag(Effort.THOROUGHLY)
final class KilledViewsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int WRITERS = 4;

  /**
   * Writers are slower than a view, on a busy machine too, so that a program has little to do when
   * it begins.
   */
  private static final Duration BETWEEN_WRITES = Duration.ofMillis(25);

  private static final int EMPLOYEES = 300;
  private static final int DEPARTMENTS = 5;
  private static final int KILLS = 3;
  private static final int MOST_LINES = Effort.choose(15, 15, 40);
  private static final int ROUNDS =
      Integer.getInteger("weir.kill.rounds", Effort.choose(1, 2, 200));

  private final AtomicLong written = new AtomicLong();
  private final Queue<Throwable> refused = new ConcurrentLinkedQueue<>();

  @TempDir
  Path folder;

  @Test
  void aggregatesAreExactAfterAnyNumberOfKills() throws Exception {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var port = FreePorts.next();
    for (var round = 0; round < ROUNDS; round++) {
      workAndKill(port, random);
    }
    try (var server = server(port);
        var client = server.client()) {
      finish(client, server.endpoint(), "seed=" + seed);
    }
  }

  /**
   * Kills the program some times, each time after another number of its commits, and at last the
   * server while the program works.
   */
  private void workAndKill(int port, Random random) throws Exception {
    try (var server = server(port);
        var client = server.client()) {
      client
          .createTable(SalaryViewProgram.EMPLOYEES)
          .onErrorComplete(ConflictException.class)
          .block(PATIENCE);
      var writing = Flux.interval(BETWEEN_WRITES)
          .onBackpressureDrop()
          .flatMap(i -> write(client), WRITERS)
          .subscribe(done -> {}, refused::add);
      for (var kill = 0; kill < KILLS; kill++) {
        try (var program = SalaryViewProgram.start(server.endpoint())) {
          program.awaitProgress(1 + random.nextInt(MOST_LINES));
        }
      }
      assertThat(refused).as("writes before the server is killed").isEmpty();
      try (var program = SalaryViewProgram.start(server.endpoint())) {
        program.awaitProgress(1 + random.nextInt(MOST_LINES));
        server.kill();
      }
      writing.dispose();
      refused.clear(); // deliberate: the server is gone
    }
  }

  /** Hires, pays, moves or dismisses some employees; one in five writes is a batch. */
  private Mono<Long> write(WeirClient client) {
    return Mono.defer(() -> {
          var random = ThreadLocalRandom.current();
          var partition = "p" + random.nextInt(7);
          var first = random.nextInt(EMPLOYEES);
          if (random.nextInt(5) == 0) {
            return client
                .submit(
                    SalaryViewProgram.EMPLOYEES,
                    new Batch(IntStream.range(first, first + 4)
                        .mapToObj(id -> hire(partition, id))
                        .toList()))
                .then();
          }
          var write = random.nextInt(4) == 0 ? dismiss(partition, first) : hire(partition, first);
          return client
              .write(SalaryViewProgram.EMPLOYEES, write)
              .onErrorComplete(NotFoundException.class)
              .then();
        })
        .then(Mono.fromCallable(written::incrementAndGet));
  }

  private static Write hire(String partition, int id) {
    var random = ThreadLocalRandom.current();
    return new Write.Upsert(
        Entity.builder(partition, "e" + id)
            .set("Department", "d" + random.nextInt(DEPARTMENTS))
            .set("Salary", random.nextInt(100_000))
            .build(),
        WriteMode.REPLACE);
  }

  private static Write dismiss(String partition, int id) {
    return new Write.Delete(new EntityKey(partition, "e" + id), IfMatch.ANY);
  }

  /** Lets a program that is not killed catch up, and compares the view with the employees. */
  private void finish(WeirClient client, String endpoint, String where) throws Exception {
    var view = SalaryViewProgram.view(client);
    try (var program = SalaryViewProgram.start(endpoint)) {
      program.awaitProgress(1);
      view.awaitWrites().block(PATIENCE);
    }
    assertThat(rows(view)).as(where).isEqualTo(expected(client)).hasSize(DEPARTMENTS);
    assertThat(view.verify().collectList().block(PATIENCE)).as(where).isEmpty();
    var applied = view.status().map(ViewStatus::applied).blockLast(PATIENCE);
    System.out.printf(
        "killed rounds=%d kills=%d writes=%d applied=%d wrong=0%n",
        ROUNDS, ROUNDS * (KILLS + 1), written.get(), applied);
  }

  private static Map<String, String> rows(View view) {
    var rows = new TreeMap<String, String>();
    view.query(Query.ALL)
        .collectList()
        .blockOptional(PATIENCE)
        .orElseThrow()
        .forEach(row -> rows.put(
            row.rowKey(),
            text(
                row.getInt64("Employees").orElseThrow(),
                row.getInt64("Total").orElseThrow(),
                row.getInt32("Lowest").orElseThrow(),
                row.getInt32("Highest").orElseThrow())));
    return rows;
  }

  private static Map<String, String> expected(WeirClient client) {
    var salaries = new TreeMap<String, List<Integer>>();
    client
        .query(SalaryViewProgram.EMPLOYEES, Query.ALL)
        .collectList()
        .blockOptional(PATIENCE)
        .orElseThrow()
        .forEach(each -> salaries
            .computeIfAbsent(each.getString("Department").orElseThrow(), any -> new ArrayList<>())
            .add(each.getInt32("Salary").orElseThrow()));
    var rows = new TreeMap<String, String>();
    salaries.forEach((department, all) -> rows.put(
        department,
        text(
            all.size(),
            all.stream().mapToLong(each -> each).sum(),
            all.stream().mapToInt(each -> each).min().orElseThrow(),
            all.stream().mapToInt(each -> each).max().orElseThrow())));
    return rows;
  }

  private static String text(long employees, long total, int lowest, int highest) {
    return employees + " " + total + " " + lowest + " " + highest;
  }

  private ChildServer server(int port) throws IOException {
    return ChildServer.startAt(
        port,
        folder.resolve("store"),
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
        "--partition-groups",
        "4",
        "--queue-port",
        "off");
  }
}
