package io.weir.cli.store;

import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks at the public pages of nodes. Belongs to one thread, which blocks. */
final class NodeLooks {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Pattern LEADER = Pattern.compile("\\bleader=(\\S+)");
  private static final Pattern FAILURE = Pattern.compile("\\bfailure=\"([^\"]*)\"");

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * What a node shows.
   *
   * @param state what it does, for a person
   * @param term its term; empty if it is not known
   * @param lacks the entries that its store has not received; empty if they are not known
   * @param age the seconds since the time up to which its copy, or on the leader those of all that
   *     answer, have everything; empty if it is not known
   * @param elected the seconds since it heard of an election; empty if it did not
   */
  record Look(boolean leads, String state, String term, String lacks, String age, String elected) {}

  Look at(URI node) {
    var health = page(node, "/health/leader");
    if (health.isEmpty()) {
      return new Look(false, "does not answer", "", "", "", "");
    }
    var metrics = page(node, "/metrics").orElse("");
    var leads = health.get().equals("leader\n");
    var term = value(metrics, "weir_cluster_term");
    return new Look(
        leads,
        leads && term.isEmpty() ? "is a store of its own" : state(leads, health.get()),
        term,
        value(metrics, "weir_cluster_behind"),
        value(metrics, "weir_cluster_synced_age"),
        value(metrics, "weir_cluster_election_age"));
  }

  private static String state(boolean leads, String health) {
    if (leads) {
      return "leads";
    }
    var failure = FAILURE.matcher(health);
    if (failure.find()) {
      return "failed: " + failure.group(1);
    }
    var leader = LEADER.matcher(health);
    if (!leader.find()) {
      return "takes over";
    }
    return (health.contains(" listener=true") ? "listens to " : "follows ") + leader.group(1);
  }

  /** Returns a number of a page of metrics; empty if it is not there. */
  private static String value(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .filter(value -> !value.isNaN())
        .map(value -> String.valueOf(value.longValue()))
        .findFirst()
        .orElse("");
  }

  private Optional<String> page(URI node, String path) {
    var request = HttpRequest.newBuilder(node.resolve(path)).timeout(PATIENCE).build();
    try {
      return Optional.of(http.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      return Optional.empty(); // it does not answer
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.failed("Interrupted.");
    }
  }
}
