/**
 * The launcher of the command line. {@link io.weir.cli.Weir} is where the process begins.
 *
 * <p>{@code CommandLines} assembles the commands from the packages below it and runs one.
 * {@code FailureMessage} turns a failure into one line for a person and an exit code.
 *
 * <pre>
 * serve      {@code serve}: a store with its endpoint in this process
 * demo       {@code demo}: a guided tour on real data, on top of serve
 * transfer   {@code import}, {@code export}, {@code query}, {@code change}, {@code value}: entities of tables and large values, as files and as text
 * advise     {@code advise}: what a service advises on its tables
 * expiry     {@code expiry}: the rule by which a table's entities expire
 * queue      {@code queue}: queues and their messages
 * backup     {@code backup}, {@code restore}, {@code check}: copies of whole stores
 * sign       {@code sign}, {@code sas}, {@code connection-string}: requests, URLs and settings for other programs
 * accounts   {@code account}: the file of accounts that serve reads
 * options    options of several commands, values from the environment and a file, and the service at an endpoint
 * terminal   output, progress, failures and exit codes
 * </pre>
 *
 * <p>Invariant: the launcher depends on the commands, and the commands on {@code options} and
 * {@code terminal}. No arrow goes back, and no command depends on another, except that {@code demo}
 * serves and {@code serve} reads the file of {@code accounts}. The packages {@code archive},
 * {@code format} and {@code rows} know nothing of commands and options.
 *
 * <p>Threads: commands run on the main thread, which may block.
 */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
