package io.weir.cli.archive;

import io.weir.api.TableService;

/**
 * Where the tables of an account go.
 *
 * @param tables take the entities
 * @param policies take the stored access policies
 */
public record Destination(TableService tables, Policies policies) {}
