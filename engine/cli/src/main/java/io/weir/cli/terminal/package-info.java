/**
 * The output of a command: results, remarks, progress, failures and the last log lines.
 *
 * <p>{@link io.weir.cli.terminal.Terminal} holds the streams.
 * {@link io.weir.cli.terminal.ProgressDisplay} shows how far a task is: as a bar for a person (the
 * only home of the progress bar library), as plain lines for logs and pipes.
 * {@link io.weir.cli.terminal.CommandFailure} is how a command fails, with one of
 * {@link io.weir.cli.terminal.ExitCode}. {@link io.weir.cli.terminal.PendingLog} writes the log
 * lines that still wait when the process ends (the only home of Logback).
 *
 * <p>Invariant: standard output carries results only. Everything else goes to standard error, so
 * that a pipe receives data alone.
 *
 * <p>Callers: the launcher and every command. Threads: a terminal belongs to the thread of its
 * command; the bar draws on a thread of its own.
 */
@NullMarked
package io.weir.cli.terminal;

import org.jspecify.annotations.NullMarked;
