package io.weir.testkit;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A run of a parser over many inputs.
 *
 * <p>Fails when an input causes anything other than a value or the refusal of an invalid request,
 * and when an input takes seconds. The caller checks the {@link Outcome}: some inputs must be
 * accepted and some refused.
 */
public final class Fuzz {

  private static final int INPUTS = 100_000;
  private static final int INPUTS_OF_TORTURE = 5_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST_SHOWN = 2000;

  private final String parser;
  private final long seed =
      Long.getLong("weir.fuzz.seed", ThreadLocalRandom.current().nextLong());
  private final int inputs;

  private Fuzz(String parser, int inputs) {
    this.parser = parser;
    this.inputs = inputs;
  }

  /** Returns a run of a parser that is called in process. */
  public static Fuzz of(String parser) {
    var usual = Effort.isAtLeast(Effort.TORTURE) ? INPUTS_OF_TORTURE : INPUTS;
    return new Fuzz(parser, Integer.getInteger("weir.fuzz.inputs", usual));
  }

  /** Returns a run of a slower path over a fraction of the inputs. */
  public static Fuzz slow(String path, int fewer) {
    return new Fuzz(path, of(path).inputs / fewer);
  }

  /** Returns a run over exactly this many inputs. */
  static Fuzz times(int inputs, String parser) {
    return new Fuzz(parser, inputs);
  }

  /** The code under test. It refuses an input by throwing. */
  @FunctionalInterface
  public interface Parser {
    void parse(String input);
  }

  /**
   * The number of accepted and of refused inputs.
   *
   * @param slowestMillis the longest time of an input, in milliseconds
   */
  public record Outcome(int taken, int refused, long slowestMillis) {}

  /** Feeds all inputs and prints one line with the outcome. */
  public Outcome run(Grammar grammar, Parser target) {
    var taken = 0;
    var slowest = 0L;
    for (var number = 0; number < inputs; number++) {
      var input = input(grammar, number);
      var begun = System.nanoTime();
      if (isTaken(target, input, number)) {
        taken++;
      }
      slowest = Math.max(slowest, System.nanoTime() - begun);
      if (slowest > PATIENCE.toNanos()) {
        throw fault("took longer than " + PATIENCE, number, input, null);
      }
    }
    var outcome = new Outcome(taken, inputs - taken, Duration.ofNanos(slowest).toMillis());
    System.out.println("fuzz parser=" + parser + " seed=" + seed + " inputs=" + inputs + " taken="
        + taken + " refused=" + outcome.refused() + " slowestMillis=" + outcome.slowestMillis());
    return outcome;
  }

  /** Returns whether the failure refuses an invalid request, rather than blaming the service. */
  public static boolean isRefusal(TableServiceException failure) {
    return failure.code().status() < 500 || failure.code() == ErrorCode.NOT_IMPLEMENTED;
  }

  private String input(Grammar grammar, int number) {
    // Multiplying by the golden ratio spreads the seeds, as SplittableRandom does, so that inputs
    // with neighbouring numbers differ.
    var draw = new Draw(seed + number * 0x9E3779B97F4A7C15L);
    var text = grammar.draw(draw);
    for (var damages = draw.below(4); damages > 0; damages--) {
      text = draw.of(Mutation.values()).of(text, draw, grammar.words());
    }
    return text;
  }

  private boolean isTaken(Parser target, String input, int number) {
    try {
      target.parse(input);
      return true;
    } catch (TableServiceException e) {
      if (!isRefusal(e)) {
        throw fault("blames the service: " + e.code().code(), number, input, e);
      }
      return false;
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      throw fault("failed unexpectedly: " + e, number, input, e);
    }
  }

  private AssertionError fault(String what, int number, String input, Throwable cause) {
    return new AssertionError(
        "fuzz parser=" + parser + " seed=" + seed + " input=" + number + " " + what + " text="
            + escaped(input),
        cause);
  }

  /** Returns the input as a Java string literal, cut when it is long. */
  private static String escaped(String input) {
    var out = new StringBuilder("\"");
    input.chars().limit(LONGEST_SHOWN).forEach(unit -> {
      if (unit < ' ' || unit > '~') {
        out.append(String.format("\\u%04x", unit));
      } else {
        out.append(unit == '"' || unit == '\\' ? "\\" : "").append((char) unit);
      }
    });
    return out.append('"').append(input.length() > LONGEST_SHOWN ? "..." : "").toString();
  }
}
