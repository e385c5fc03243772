package io.weir.cli;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.TableServiceException;
import io.weir.cli.accounts.AccountsFileUnusable;
import io.weir.cli.rows.InputException;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Terminal;
import io.weir.cluster.NodeUnusable;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.offline.ReshardRefused;
import io.weir.engine.store.StoreUnusable;
import io.weir.server.files.CertificateUnusable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import reactor.core.Exceptions;

/**
 * The message about a failure for a person, and the exit code.
 *
 * @param line the reason and the remedy, one line
 * @param exitCode one of {@link ExitCode}
 * @param failure the failure itself; {@code --verbose} prints its stack
 */
record FailureMessage(String line, int exitCode, Throwable failure) {

  /** Returns the message about any failure. */
  static FailureMessage about(Throwable thrown) {
    var failure = Exceptions.unwrap(thrown);
    if (failure instanceof UncheckedIOException wrapped && wrapped.getCause() != null) {
      return about(wrapped.getCause());
    }
    var distrust = find(SSLHandshakeException.class, failure);
    if (distrust.isPresent()) {
      return new FailureMessage(
          "The endpoint and this command do not trust each other: "
              + distrust.get().getMessage()
              + ". Name the certificate that vouches for the endpoint with --trust.",
          ExitCode.FAILED,
          failure);
    }
    if (isUnreachable(failure)) {
      return new FailureMessage(
          "No service answers at the endpoint. Start one with 'weir serve', or name another with --endpoint.",
          ExitCode.UNAVAILABLE,
          failure);
    }
    if (failure instanceof CommandFailure known) {
      return new FailureMessage(String.valueOf(known.getMessage()), known.exitCode(), known);
    }
    if (failure instanceof TableServiceException refusal) {
      return aboutRefusal(refusal);
    }
    if (failure instanceof IOException problem) {
      return new FailureMessage(text(problem), ExitCode.FAILED, problem);
    }
    return new FailureMessage(
        failure instanceof InputException
            ? String.valueOf(failure.getMessage())
            : "Unexpected: " + failure + ". Run it again with --verbose to see where.",
        ExitCode.FAILED,
        failure);
  }

  /** Prints the message and returns the exit code. */
  int print(Terminal terminal, boolean withStack) {
    terminal.out().flush();
    terminal.remark(line);
    if (withStack) {
      failure.printStackTrace(terminal.err());
    }
    return exitCode;
  }

  private static FailureMessage aboutRefusal(TableServiceException refusal) {
    var said = refusal.code().code() + ": " + refusal.getMessage();
    return new FailureMessage(
        refusal instanceof AccessDeniedException
            ? said + " Check --account and --key, and the clock of this machine."
            : said,
        refusal.retryable() ? ExitCode.UNAVAILABLE : ExitCode.FAILED,
        refusal);
  }

  private static String text(IOException problem) {
    if (problem instanceof StoreUnusable
        || problem instanceof BackupRefused
        || problem instanceof ReshardRefused
        || problem instanceof CertificateUnusable
        || problem instanceof AccountsFileUnusable
        || problem instanceof NodeUnusable) {
      return String.valueOf(problem.getMessage());
    }
    if (problem instanceof NoSuchFileException missing) {
      return "There is no file " + missing.getFile() + ".";
    }
    if (problem instanceof java.nio.file.AccessDeniedException denied) {
      return "This user may not use " + denied.getFile() + ".";
    }
    return problem instanceof FileSystemException
        ? "The file system refused: " + problem.getMessage()
        : problem.getClass().getSimpleName() + ": " + problem.getMessage();
  }

  private static boolean isUnreachable(Throwable failure) {
    return find(ConnectException.class, failure).isPresent()
        || find(UnknownHostException.class, failure).isPresent();
  }

  /** Returns the failure, or the first of its causes, of this type. */
  private static <T> Optional<T> find(Class<T> kind, Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return Optional.of(kind.cast(cause));
      }
    }
    return Optional.empty();
  }
}
