package io.weir.cli.demo;

import io.weir.api.TableService;
import io.weir.api.entity.Selection;
import io.weir.cli.show.PlanText;
import io.weir.cli.show.TableOutput;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks every {@link Question}, one after another, and prints each with its answer.
 *
 * @param out takes the text
 * @param nanos a clock that never goes back, in nanoseconds
 */
public record Tour(Appendable out, LongSupplier nanos) {

  private static final String INDENT = "   ";

  /** Prints on the threads of the answers. */
  public Mono<Void> through(TableService service) {
    return Flux.fromIterable(Question.ALL)
        .concatMap(question -> TimedAnswer.to(question, service, nanos))
        .index()
        .doOnNext(numbered -> print(numbered.getT1() + 1, numbered.getT2()))
        .then();
  }

  private void print(long number, TimedAnswer answer) {
    try {
      var question = answer.question();
      line("%d. %s", number, question.title());
      line("   filter    %s", question.filter().isEmpty() ? "(none)" : question.filter());
      line(
          "   answered  %s, asked again %s",
          PlanText.of(answer.report(), answer.tookNanos()), PlanText.millis(answer.againNanos()));
      out.append(System.lineSeparator());
      rows(answer);
      out.append(System.lineSeparator());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void rows(TimedAnswer answer) throws IOException {
    var table = new StringWriter();
    try (var output = new TableOutput(table, Selection.of(answer.question().properties()))) {
      for (var entity : answer.first()) {
        output.write(entity);
      }
      output.end();
    }
    for (var row : table.toString().lines().toList()) {
      out.append(INDENT).append(row).append(System.lineSeparator());
    }
    var more = answer.report().returned() - answer.first().size();
    if (more > 0) {
      line("   … and %,d more", more);
    }
  }

  private void line(String format, Object... values) throws IOException {
    out.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
  }
}
