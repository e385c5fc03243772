package io.weir.cli.process;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.cli.BriefJvm;
import io.weir.client.WeirClient;
import io.weir.pattern.view.Aggregate;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program in its own process that keeps a view of salaries, which a test can kill. It prints a
 * line for each commit and checkpoint of the view, and runs until it is killed.
 */
final class SalaryViewProgram implements AutoCloseable {

  static final TableName EMPLOYEES = new TableName("Employees");

  private final Process process;
  private final BufferedReader progress;

  private SalaryViewProgram(Process process) {
    this.process = process;
    this.progress = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Returns the view: count, sum, minimum and maximum of the salaries of a department, which is a
   * property of an employee.
   */
  static View view(TableService service) {
    return View.of(
            service,
            "Salaries",
            1,
            ViewDefinition.grouped(
                EMPLOYEES,
                each -> each.getString("Department")
                    .map(department -> new EntityKey("Department", department)),
                Aggregate.count("Employees"),
                Aggregate.sum("Total", "Salary"),
                Aggregate.min("Lowest", "Salary"),
                Aggregate.max("Highest", "Salary")))
        .storingPlaces(Duration.ofMillis(100));
  }

  /**
   * Most lines of progress that the program prints: the pipe holds them although nobody reads. A
   * full pipe would stop the program.
   */
  static final int MOST_LINES = 100;

  /** Starts the program with a service at an address. */
  static SalaryViewProgram start(String endpoint) throws IOException {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        BriefJvm.QUICK));
    command.addAll(BriefJvm.UNVERIFIED);
    command.addAll(List.of(
        "-cp", System.getProperty("java.class.path"), SalaryViewProgram.class.getName(), endpoint));
    return new SalaryViewProgram(
        new ProcessBuilder(command).redirectError(Redirect.DISCARD).start());
  }

  /**
   * Reads so many lines of progress. Blocks until they have come; fails if the program ends before.
   */
  void awaitProgress(int lines) throws IOException {
    for (var i = 0; i < lines; i++) {
      if (progress.readLine() == null) {
        throw new AssertionError("The program of the view ended by itself.");
      }
    }
  }

  /** Sends SIGKILL and returns when the process has ended. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("The program of the view survived being killed.");
    }
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }

  /** Runs the view. The only argument is the address. */
  public static void main(String[] arguments) {
    var client = WeirClient.builder().endpoint(arguments[0]).loops(1).connect();
    view(client)
        .run()
        .index()
        .doOnNext(progress -> {
          if (progress.getT1() < MOST_LINES) {
            System.out.println(progress.getT2());
          }
        })
        .blockLast();
  }
}
