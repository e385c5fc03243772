package io.weir.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.weir.server.json.StatusDocument.LogLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps the newest {@value #MOST} log lines of the process, of at most {@value #LONGEST} characters
 * each. Lines below {@code INFO} and those of the access log are left out.
 *
 * <p>Any thread; nobody waits. A reader may miss a line that is logged meanwhile.
 */
public final class RecentLog extends UnsynchronizedAppenderBase<ILoggingEvent> {

  /** How many lines are kept. */
  public static final int MOST = 200;

  static final int LONGEST = 4000;

  private static final String ACCESS_LOG = "io.weir.access";
  private static final AtomicReferenceArray<Slot> SLOTS = new AtomicReferenceArray<>(MOST);
  private static final AtomicLong LOGGED = new AtomicLong();

  /**
   * A line with its number.
   *
   * @param number counts from 0; by it a reader tells a line from the one that was in its place
   *     before
   */
  private record Slot(long number, LogLine line) {}

  /** Returns the lines, the oldest first. */
  public static List<LogLine> lines() {
    var end = LOGGED.get();
    var lines = new ArrayList<LogLine>(MOST);
    for (var at = Math.max(0, end - MOST); at < end; at++) {
      var slot = SLOTS.get((int) (at % MOST));
      if (slot != null && slot.number() == at) {
        lines.add(slot.line());
      }
    }
    return lines;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.INFO)
        && !event.getLoggerName().equals(ACCESS_LOG)) {
      var number = LOGGED.getAndIncrement();
      SLOTS.set((int) (number % MOST), new Slot(number, line(event)));
    }
  }

  private static LogLine line(ILoggingEvent event) {
    return new LogLine(
        Instant.ofEpochMilli(event.getTimeStamp()),
        event.getLevel().toString(),
        event.getLoggerName(),
        event.getThreadName(),
        shortened(text(event)));
  }

  /** Returns the message, the pairs that were logged with it, and the failure. */
  private static String text(ILoggingEvent event) {
    var text = new StringBuilder(event.getFormattedMessage());
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> text.append(' ').append(pair));
    }
    if (event.getThrowableProxy() != null) {
      text.append('\n').append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return text.toString();
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 2) + " …";
  }
}
