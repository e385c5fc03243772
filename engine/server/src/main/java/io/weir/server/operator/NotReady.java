package io.weir.server.operator;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A reason why a server should receive no requests.
 *
 * @param reason name from a small fixed set
 * @param since how long the reason has lasted
 * @param needsRestart whether only a restart of the process ends it
 * @param facts details as {@code key=value}, may be empty; paths of the server are shortened to their last names
 */
public record NotReady(String reason, Duration since, boolean needsRestart, String facts) {

  /**
   * Matches an absolute path without its last name. The path must begin a word; a slash within a word separates nothing
   * secret.
   */
  private static final Pattern PATH =
      Pattern.compile("(?<![^\\s=\"'(\\[])(?:[A-Za-z]:)?[/\\\\](?:[^\\s/\\\\\"']*[/\\\\])*");

  public NotReady {
    facts = PATH.matcher(facts).replaceAll("").replace('\n', ' ').replace('\r', ' ');
  }

  /** Returns one line for people and for text search. */
  String line() {
    var line = "reason=" + reason + " seconds=" + since.toSeconds();
    return facts.isEmpty() ? line : line + " " + facts;
  }
}
