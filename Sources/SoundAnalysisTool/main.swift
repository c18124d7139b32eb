print("soundanalysis")
