#!/usr/bin/env python3
"""A referee for chess that speaks UGI: it knows the rules, and never plays.
Needs python-chess: pip install chess"""
import sys

import chess

RESULTS = {True: "p1win", False: "p2win", None: "draw"}
board = chess.Board()

def position(text):  # "startpos moves e2e4" or "fen TEXT moves e2e4"
    start, _, moves = text.partition(" moves")
    fen = chess.STARTING_FEN if start == "startpos" else start.removeprefix("fen ")
    new = chess.Board(fen)
    for move in moves.split():
        new.push_uci(move)  # a ValueError if the move is illegal
    return new

def result():
    if outcome := board.outcome():
        return RESULTS[outcome.winner]
    # Draws that a player would claim.
    is_draw = board.is_repetition(3) or board.is_fifty_moves()
    return "draw" if is_draw else "none"

for line in map(str.strip, sys.stdin):
    command, _, rest = line.partition(" ")
    if line == "ugi":
        print("id name chess referee\nid author you\nugiok")
    elif line == "isready":
        print("readyok")
    elif command == "position":
        try:
            board = position(rest)
        except ValueError as error:
            print(f"info string error {error}")
    elif command == "query":
        answers = {
            "p1turn": str(board.turn == chess.WHITE).lower(),
            "gameover": str(result() != "none").lower(),
            "result": result(),
        }
        print("response", answers[rest])
    elif line == "quit":
        break
    sys.stdout.flush()
