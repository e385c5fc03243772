package io.weir.cli.demo;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Kills the node that leads before the reader's eyes, and goes on at the next. Belongs to one
 * thread, which blocks.
 */
final class NodesTour {

  private static final TableName TABLE = new TableName("Sightings");
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int WRITES = 1_000;
  private static final double SECOND = 1e9;

  private final NodeProcesses nodes;
  private final Terminal terminal;
  private final Function<String, WeirClient> clients;
  private int acknowledged;

  /** @param clients connects to a node at a URL */
  NodesTour(NodeProcesses nodes, Terminal terminal, Function<String, WeirClient> clients) {
    this.nodes = nodes;
    this.terminal = terminal;
    this.clients = clients;
  }

  void run(List<String> ids) throws IOException, InterruptedException {
    ids.forEach(id -> terminal.say("Node     " + id + " at " + nodes.url(id)));
    var first = nodes.leader();
    terminal.say("Leader   " + first + " serves; a majority keeps each write on disk");
    write(first);
    var pid = nodes.kill(first);
    var killedNanos = System.nanoTime();
    terminal.say("Kill     kill -9 of process " + pid + ": the node " + first + " is gone");
    var next = firstWriteAfter();
    terminal.say(String.format(
        Locale.ROOT,
        "Outage   %.2f s until %s had taken the next write",
        (System.nanoTime() - killedNanos) / SECOND,
        next));
    check(next);
    nodes.start(first);
    nodes.untilFollows(first);
    terminal.say("Back     " + first + " is started again, and follows " + nodes.leader());
  }

  private void write(String leader) {
    var began = System.nanoTime();
    try (var client = clients.apply(nodes.url(leader))) {
      client.createTable(TABLE).onErrorComplete(ConflictException.class).block(PATIENCE);
      for (var i = 0; i < WRITES; i++) {
        write(client);
      }
    }
    terminal.say(String.format(
        Locale.ROOT,
        "Write    %,d entities, one after the other, each acknowledged, in %.2f s",
        WRITES,
        (System.nanoTime() - began) / SECOND));
  }

  private void write(WeirClient client) {
    var entity = Entity.builder("shore", String.format(Locale.ROOT, "%06d", acknowledged))
        .set("Number", acknowledged)
        .build();
    client.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block(PATIENCE);
    acknowledged++;
  }

  /** Writes once, at the node that leads then, and returns it. */
  private String firstWriteAfter() throws InterruptedException {
    RuntimeException last = CommandFailure.failed("No node took a write.");
    for (var attempt = 0; attempt < 10; attempt++) {
      var leader = nodes.leader();
      try (var client = clients.apply(nodes.url(leader))) {
        write(client);
        return leader;
      } catch (RuntimeException e) {
        last = e; // it may have lost the leadership meanwhile
      }
    }
    throw last;
  }

  private void check(String leader) {
    try (var client = clients.apply(nodes.url(leader))) {
      var found = client
          .query(TABLE, Query.ALL.select("RowKey"))
          .count()
          .blockOptional(PATIENCE)
          .orElse(0L);
      if (found != acknowledged) {
        throw CommandFailure.failed(
            "Acknowledged were " + acknowledged + " entities, and " + found + " are there.");
      }
      terminal.say(String.format(
          Locale.ROOT, "Check    all %,d acknowledged entities are there", acknowledged));
    }
  }
}
