package io.weir.cli.demo;

import io.weir.api.TableService;
import io.weir.api.entity.Selection;
import io.weir.cli.format.PlanText;
import io.weir.cli.format.TableOutput;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks every {@link Question}, one after another, and prints each with its answer. Then makes an
 * index and asks two questions through it, and plays the scenes.
 *
 * @param out takes the text
 * @param nanos a clock that never goes back, in nanoseconds
 */
record Tour(Appendable out, LongSupplier nanos) {

  private static final String INDENT = "   ";

  /** Prints on the threads of the answers. */
  Mono<Void> through(TableService service, List<? extends Mono<? extends Scene>> scenes) {
    return Flux.fromIterable(Question.ALL)
        .concatMap(question -> TimedAnswer.to(question, service, nanos))
        .concatWith(throughIndex(service))
        .index()
        .doOnNext(numbered -> print(numbered.getT1() + 1, numbered.getT2()))
        .count()
        .flatMapMany(asked -> Flux.concat(scenes)
            .index()
            .doOnNext(scene -> print(asked + 1 + scene.getT1(), scene.getT2())))
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

  private void print(long number, Scene scene) {
    try {
      line("%d. %s", number, scene.title());
      scene.lines().forEach(this::indented);
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
