package io.weir.server.operator;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A reason why a server should receive no requests.
 *
 * @param reason name from a small fixed set
 * @param since how long the reason has lasted
 * @param needsRestart whether only a restart of the process ends it
 * @param facts details as {@code key=value}, may be empty; paths of the server are shortened to
 *     their last names
 */
public record NotReady(String reason, Duration since, boolean needsRestart, String facts) {

  static final String NOT_LEADER = "notLeader";

  /**
   * Matches an absolute path without its last name. The path must begin a word; a slash within a
   * word separates nothing secret.
   */
  private static final Pattern PATH =
      Pattern.compile("(?<![^\\s=\"'(\\[])(?:[A-Za-z]:)?[/\\\\](?:[^\\s/\\\\\"']*[/\\\\])*");

  public NotReady {
    facts = PATH.matcher(facts).replaceAll("").replace('\n', ' ').replace('\r', ' ');
  }

  /**
   * Returns the reason of a node of a cluster while another node serves.
   *
   * @param facts the leader and its address, as far as they are known
   */
  static NotReady notLeader(Duration since, String facts) {
    return new NotReady(NOT_LEADER, since, false, facts);
  }

  /** Whether this node does not serve, and another one does or will. */
  boolean isElsewhere() {
    return reason.equals(NOT_LEADER);
  }

  /** Returns one line for people and for text search. */
  String line() {
    var line = "reason=" + reason + " seconds=" + since.toSeconds();
    return facts.isEmpty() ? line : line + " " + facts;
  }
}
