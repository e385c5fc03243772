package io.weir.cli.demo;

import io.weir.api.TableService;
import io.weir.api.entity.Selection;
import io.weir.cli.show.PlanText;
import io.weir.cli.show.TableOutput;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks every {@link Question}, one after another, and prints each with its answer. Then makes an index and asks two questions through it,
 * carries out a joint commit, and stores an entity that expires.
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
        .concatWith(throughIndex(service))
        .index()
        .doOnNext(numbered -> print(numbered.getT1() + 1, numbered.getT2()))
        .count()
        .flatMap(asked -> Transfer.through(service)
            .doOnNext(transfer -> print(asked + 1, transfer.title(), transfer.lines()))
            .then(ExpiringNote.through(service))
            .doOnNext(note -> print(asked + 2, note.title(), note.lines())))
        .then();
  }

  /** Makes the index, and asks its questions when it is readable. */
  private Flux<TimedAnswer> throughIndex(TableService service) {
    return CostIndex.make(service)
        .thenMany(Flux.just(
            Question.DEAR_STRIKES.throughIndex(
                "The dear strikes again, through the index that was just made"),
            CostIndex.TOP_TEN))
        .concatMap(question -> TimedAnswer.to(question, service, nanos));
  }

  private void print(long number, String title, List<String> lines) {
    try {
      line("%d. %s", number, title);
      lines.forEach(this::indented);
      out.append(System.lineSeparator());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void indented(String text) {
    try {
      line("   %s", text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void print(long number, TimedAnswer answer) {
    try {
      var question = answer.question();
      line("%d. %s", number, question.title());
      line("   filter    %s", question.filter().isEmpty() ? "(none)" : question.filter());
      if (!question.order().isEmpty()) {
        line("   order by  %s", question.order().get(0));
      }
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
