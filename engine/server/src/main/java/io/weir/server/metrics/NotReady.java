package io.weir.server.metrics;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A reason why a server should be sent no requests.
 *
 * @param reason names it, from a small fixed set
 * @param since for how long it has been so
 * @param needsRestart whether nothing but a restart of the process ends it
 * @param facts more about it, as {@code key=value}; empty when there is nothing to add. Paths of the server are cut to their last names
 */
public record NotReady(String reason, Duration since, boolean needsRestart, String facts) {

  /** An absolute path, of which the last name is kept. It begins a word: a slash within one separates nothing secret. */
  private static final Pattern PATH =
      Pattern.compile("(?<![^\\s=\"'(\\[])(?:[A-Za-z]:)?[/\\\\](?:[^\\s/\\\\\"']*[/\\\\])*");

  public NotReady {
    facts = PATH.matcher(facts).replaceAll("").replace('\n', ' ').replace('\r', ' ');
  }

  /** One line for people and for tools that search text. */
  String line() {
    var line = "reason=" + reason + " seconds=" + since.toSeconds();
    return facts.isEmpty() ? line : line + " " + facts;
  }
}
