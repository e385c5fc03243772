/**
 * The commands on a table of a running service, other than those on its entities.
 *
 * <pre>
 * index       IndexCommand       declares, lists and drops secondary indexes
 * search      SearchCommand      declares, lists, rebuilds and drops full-text searches, and searches; HitLines prints what is found
 * expiry, feed
 *             SettingCommand     sets, shows and clears a setting; each TableSetting is such a command
 * changes     ChangesCommand     prints the change feed of a table or an account as lines of JSON
 * consumers   ConsumersCommand   creates, lists, resets and deletes named consumers of a change feed
 * advise      AdviseCommand      prints what the service advises, with the evidence
 * </pre>
 *
 * <p>A feed is read no faster than standard output takes it.
 *
 * <p>Threads: the main thread, which blocks. Failures: {@link io.weir.cli.terminal.CommandFailure}
 * for options that are wrong or contradict each other; those of the contract, and of the network.
 */
@NullMarked
package io.weir.cli.table;

import org.jspecify.annotations.NullMarked;
