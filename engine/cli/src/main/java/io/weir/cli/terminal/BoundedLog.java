package io.weir.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Passes log lines on to other appenders, but of warnings and errors with one cause at most
 * {@value #MOST} in a minute. At the end of the minute, one line tells how many were left out.
 *
 * <p>Any remote caller can cause warnings, of this service and of the libraries that read its
 * requests. Without a bound, a caller without a key fills the log, and pushes all other lines out
 * of {@link RecentLog}.
 *
 * <p>The cause is the logger, the level and the words of the message before its values are filled
 * in. Beyond {@value #MOST_CAUSES} causes in a minute, others count as one. Lines below
 * {@code WARN} pass: each is logged at a start, a stop or an operator's request.
 *
 * <p>Any thread; nobody waits.
 */
public final class BoundedLog extends UnsynchronizedAppenderBase<ILoggingEvent>
    implements AppenderAttachable<ILoggingEvent> {

  /** How many lines of one cause pass in a minute. */
  public static final int MOST = 10;

  static final int MOST_CAUSES = 1000;

  private static final long MINUTE_MILLIS = 60_000;

  /**
   * What differs between lines of one cause: values in brackets, such as the addresses of a
   * connection, and numbers.
   */
  private static final Pattern VALUES = Pattern.compile("\\[[^]]*]|\\([^)]*\\)|[0-9]+");

  /** Characters of a message that tell causes apart. */
  private static final int WORDS = 100;

  private static final Cause OTHERS = new Cause("others", Level.WARN, "other lines");

  private final AppenderAttachableImpl<ILoggingEvent> appenders = new AppenderAttachableImpl<>();

  /** The number of lines of each cause since the first one of its minute. */
  private final ConcurrentHashMap<Cause, Integer> minute = new ConcurrentHashMap<>();

  /** @param words the message without its values */
  private record Cause(String logger, Level level, String words) {

    static Cause of(ILoggingEvent event) {
      var message = String.valueOf(event.getMessage());
      var head = message.length() <= 2 * WORDS ? message : message.substring(0, 2 * WORDS);
      var words = VALUES.matcher(head).replaceAll("").strip();
      return new Cause(
          event.getLoggerName(),
          event.getLevel(),
          words.length() <= WORDS ? words : words.substring(0, WORDS));
    }
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
      appenders.appendLoopOnAppenders(event);
      return;
    }
    var cause = known(Cause.of(event));
    var number = minute.merge(cause, 1, Integer::sum);
    if (number == 1) {
      endLater(cause);
    }
    if (number <= MOST) {
      appenders.appendLoopOnAppenders(event);
    }
  }

  private Cause known(Cause cause) {
    return minute.size() < MOST_CAUSES || minute.containsKey(cause) ? cause : OTHERS;
  }

  private void endLater(Cause cause) {
    var unused = getContext()
        .getScheduledExecutorService()
        .schedule(() -> end(cause), MINUTE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void end(Cause cause) {
    var lines = minute.remove(cause);
    if (lines != null && lines > MOST) {
      tell(cause, lines - MOST);
    }
  }

  /** Tells now what was left out in this minute, and begins another. */
  void endMinute() {
    minute.keySet().forEach(this::end);
  }

  private void tell(Cause cause, int leftOut) {
    var logger = ((LoggerContext) getContext()).getLogger(cause.logger);
    var line = new LoggingEvent(
        BoundedLog.class.getName(),
        logger,
        cause.level,
        "left out further lines of the last minute count={} like=\"{}\"",
        null,
        new Object[] {leftOut, cause.words});
    appenders.appendLoopOnAppenders(line);
  }

  /** Tells what was left out until now, and stops the appenders. */
  @Override
  public void stop() {
    if (isStarted()) {
      endMinute();
      super.stop();
      appenders.detachAndStopAllAppenders();
    }
  }

  @Override
  public void addAppender(Appender<ILoggingEvent> appender) {
    appenders.addAppender(appender);
  }

  @Override
  public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
    return appenders.iteratorForAppenders();
  }

  @Override
  public @Nullable Appender<ILoggingEvent> getAppender(String name) {
    return appenders.getAppender(name);
  }

  @Override
  public boolean isAttached(Appender<ILoggingEvent> appender) {
    return appenders.isAttached(appender);
  }

  @Override
  public void detachAndStopAllAppenders() {
    appenders.detachAndStopAllAppenders();
  }

  @Override
  public boolean detachAppender(Appender<ILoggingEvent> appender) {
    return appenders.detachAppender(appender);
  }

  @Override
  public boolean detachAppender(String name) {
    return appenders.detachAppender(name);
  }
}
