/**
 * Output of entities for people and for other programs.
 *
 * <p>An {@link io.weir.cli.show.Output} takes one entity after another. {@link io.weir.cli.show.TableOutput} arranges them in columns;
 * other formats have packages of their own. {@link io.weir.cli.show.OutputColumns} chooses the columns, {@link io.weir.cli.show.ValueText} writes
 * a value.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.demo}; the formats implement it. Threads: everything here belongs to the one thread that writes, which may block.
 */
@NullMarked
package io.weir.cli.show;

import org.jspecify.annotations.NullMarked;
